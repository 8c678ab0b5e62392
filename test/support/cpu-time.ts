/** Starts to measure the CPU time of all threads of this process. @returns milliseconds, which other processes do not affect */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
