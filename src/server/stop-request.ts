/** Turns the signals that end a process into one request to stop (SPEC C27). */
import { constants } from 'node:os'

/** SIGHUP: its terminal was closed. SIGQUIT: Ctrl-\. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
type StopSignal = (typeof STOP_SIGNALS)[number]

/** A person or the system asked the process to stop. */
export class StopRequest extends Error {
  /** The exit code of a command that this signal ended. */
  readonly exitCode: number

  constructor(name: StopSignal) {
    super('Stopped.')
    this.exitCode = 128 + constants.signals[name]
  }
}

/**
 * Aborts with a StopRequest at the first signal. Later ones change nothing: a Ctrl-C under npm arrives twice, from
 * the terminal and from npm. Never remove these listeners. While a signal has none, even for the time between
 * `removeListener` and `on`, the next one ends the process immediately, without a shutdown.
 */
export function listenForStop(): AbortSignal {
  const stop = new AbortController()
  for (const name of STOP_SIGNALS) process.on(name, () => stop.abort(new StopRequest(name)))
  // A closed terminal rejects output, which would count as an unexpected error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return stop.signal
}

/** Returns the result of `work`. Rejects with the StopRequest as soon as `stop` aborts; `work` then continues unobserved. */
export function rejectOnStop<Result>(stop: AbortSignal, work: Promise<Result>): Promise<Result> {
  const stopped = new Promise<never>((_, reject) => {
    if (stop.aborted) reject(stop.reason as StopRequest)
    stop.addEventListener('abort', () => reject(stop.reason as StopRequest), { once: true })
  })
  return Promise.race([work, stopped])
}
