/** Asks for the company's details when the server needs them for a paper or an email (SPEC C341). */
import { createQuestion } from './create-question.ts'
import { shareAnswer } from './step-answers.ts'

const company = createQuestion<undefined, 'saved'>()

export const useCompanyQuestion = company.useOpen

/**
 * Resolves to `saved`, so that the call can be repeated, or to null if the user cancels. A saved answer is not kept: if the
 * server still needs details, the call asks again.
 */
export const askForCompany = shareAnswer(company.ask, (answer) => answer === null)
