/** A phone needs seconds for a part of a page, but a worker that ran out of memory never reports again. */
const LONGEST_SILENCE_MS = 90_000

type Watch = {
  /** Never resolves. */
  failed: Promise<never>
  fail: (reason: unknown) => void
  /** Call it whenever there is progress. */
  touch: () => void
  stop: () => void
}

/** `failed` rejects after an abort, or after a long time without progress. */
export function watchProgress(signal: AbortSignal): Watch {
  const { promise, reject } = Promise.withResolvers<never>()
  // Without this, a failure that nothing awaits yet would be an unhandled rejection.
  promise.catch(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  const stop = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
  const touch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => reject(new Error(TOO_SLOW)), LONGEST_SILENCE_MS)
  }
  return { failed: promise, fail: reject, touch, stop }
}

const TOO_SLOW = 'Reading the scan takes too long on this device. Enter the load yourself.'
