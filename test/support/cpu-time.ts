/** Starts to measure the CPU time of this process: all of its threads, no other process. @returns a reader of milliseconds */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
