/** A phone needs seconds for a part of a page. A worker that ran out of memory reports nothing. */
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
  // A failure before someone waits for it is not an error of the page.
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
