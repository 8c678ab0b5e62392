/**
 * Loaded into Artillery before anything else: ends it when the tool that started it is gone, however that ended. A
 * signal that cannot be handled leaves no other trace; the channel between the two closes on every platform.
 */
if (process.channel !== undefined && process.channel !== null) {
  process.once('disconnect', () => process.exit(1));
  process.channel.unref(); // After the listener, which would keep the process alive.
}
