/**
 * Loaded into Artillery before anything else. Ends Artillery when the tool that started it has ended, for any reason,
 * because the channel between the two then closes. The tool could not do that itself, because some signals cannot be
 * handled.
 */
if (process.channel !== undefined && process.channel !== null) {
  process.once('disconnect', () => process.exit(1));
  process.channel.unref(); // Called after adding the listener, which would otherwise keep the process alive.
}
