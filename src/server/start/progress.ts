/** Says every few seconds what a start waits for (SPEC C490). A fast start says nothing. */

const EVERY_MS = 5_000
const HINT_AFTER_MS = 30_000

export type Progress = {
  /** From now on the start waits for `what`. `hint`: what to check if that takes long. */
  waitFor(what: string, hint: string): void
  /** The start is over. */
  stop(): void
}

/** `write` gets the lines. */
export function openProgress(
  write: (line: string) => void,
  { everyMs = EVERY_MS, hintAfterMs = HINT_AFTER_MS } = {},
): Progress {
  const begun = performance.now()
  let what = ''
  let hint = ''

  function report(): void {
    if (!what) return
    const waited = performance.now() - begun
    const advice = waited >= hintAfterMs ? hint : ''
    // Once for each step: the lines that follow stay short.
    if (advice) hint = ''
    const line = `Haulbook is starting (${Math.round(waited / 1000)} s): waiting for ${what}.`
    write(advice ? `${line} ${advice}` : line)
  }

  const timer = setInterval(report, everyMs).unref()
  return {
    waitFor(next, advice) {
      if (next === what) return
      what = next
      hint = advice
    },
    stop: () => clearInterval(timer),
  }
}
