/** Emails an invitation's link, if email and the address that browsers open are set up (SPEC C191). */
import { writeInvitationMail } from '#core/mail/invitation-mail.ts'
import type { Language } from '#core/languages.ts'
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
  { userId, id, to, inviter, language, link }: InvitationMail,
): Promise<void> {
  const { companyName: company } = await readCompany(work, userId)
  const written = writeInvitationMail({ company, inviter, link }, language ?? 'en')
  await queueMail(work, userId, {
    kind: 'invitation',
    subjectOf: [{ subject: 'invitations', id }],
    to: [to],
    files: [],
    ...written,
    language: language ?? 'en',
  })
}
