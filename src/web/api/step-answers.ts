/** Answers that the requests of a bulk step share: the step asks once, and a canceled question is not asked again (SPEC C8). */

type Ask<Asked, Answer> = (asked: Asked) => Promise<Answer | null>

const running = new Set<symbol>()
const forgetters = new Set<() => void>()

/** Call the returned function at the end of the step. The next change asks again. */
export function startSharing(): () => void {
  const step = Symbol('step')
  running.add(step)
  return () => {
    running.delete(step)
    if (running.size === 0) forgetAnswers()
  }
}

/** Also ends the steps that still run. */
export function forgetAnswers(): void {
  running.clear()
  for (const forget of forgetters) forget()
}

/**
 * Requests that are sent at once share one question. While a bulk step runs, later requests get the same answer too.
 * `isKept`: false for an answer that later requests of the step must not get.
 */
export function shareAnswer<Asked, Answer>(
  ask: Ask<Asked, Answer>,
  isKept: (answer: Answer | null) => boolean = () => true,
): Ask<Asked, Answer> {
  let shared: Promise<Answer | null> | undefined
  forgetters.add(() => {
    shared = undefined
  })
  return async (asked) => {
    if (shared) return shared
    const own = ask(asked)
    shared = own
    const answer = await own
    if (shared === own && (running.size === 0 || !isKept(answer))) shared = undefined
    return answer
  }
}
