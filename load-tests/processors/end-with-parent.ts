/**
 * Loaded into Artillery before anything else: ends it when the tool that started it has ended, for any reason. The channel
 * between the two closes on every platform, whereas a signal that cannot be handled leaves no trace.
 */
if (process.channel !== undefined && process.channel !== null) {
  process.once('disconnect', () => process.exit(1));
  process.channel.unref(); // Called after adding the listener, which would otherwise keep the process alive.
}
