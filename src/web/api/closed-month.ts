/** Asks why a closed month is changed, whatever the screen (SPEC C375). The request is then sent again with the reason. */
import { createQuestion } from './create-question.ts'
import { shareAnswer } from './step-answers.ts'

/** The question is the server's message, the answer the reason. */
const closedMonth = createQuestion<string, string>()

export const useClosedQuestion = closedMonth.useOpen

/** Resolves to the reason, or to null if the user cancels. */
export const askClosedMonth = shareAnswer(closedMonth.ask)
