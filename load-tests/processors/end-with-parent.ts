/**
 * Node loads this file into Artillery before anything else. When the tool that started Artillery ends for any reason, the
 * channel between the two closes, and this file ends Artillery. The tool could not always end Artillery itself, because
 * a program cannot handle some signals.
 */
if (process.channel !== undefined && process.channel !== null) {
  process.once('disconnect', () => process.exit(1));
  process.channel.unref(); // Called after adding the listener, which would otherwise keep the process alive.
}
