/** Emails an invitation's link, if email and the address that browsers open are set up (SPEC C191). */
import type { Language } from '#core/languages.ts'
import { writeMail } from '#core/mail/mail-texts.ts'
import type { Work } from '#server/database/open.ts'
import { readCompany } from '#server/settings/company.ts'
import { queueMail } from './queue.ts'

export type InvitationMail = {
  userId: string
  /** The invitation's id. */
  id: number
  to: string
  inviter: string
  language: Language | null
  /** The whole address with the token. */
  link: string
}

/** The stored text has the link until the email is accepted or canceled. */
export async function mailInvitation(
  work: Work,
  { userId, id, to, inviter, language: chosen, link }: InvitationMail,
): Promise<void> {
  const { companyName: company } = await readCompany(work, userId)
  const language = chosen ?? 'en'
  const written = writeMail.invitation({ company, inviter, link }, undefined, language)
  await queueMail(work, userId, {
    kind: 'invitation',
    subjectOf: [{ subject: 'invitations', id }],
    to: [to],
    files: [],
    ...written,
    language,
  })
}
