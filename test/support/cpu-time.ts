/** Starts to measure the CPU time of all threads of this process. @returns a function that reads it in milliseconds */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
