/** An invitation by email (SPEC C191). The person who invited still sees the link. */
import { INVITATION_DAYS } from '#core/team/invitations.ts'
import type { Language } from '#core/languages.ts'
import { joinParagraphs } from './settings.ts'

/** `link`: the whole address with the token. */
export type InvitationFacts = { company: string; inviter: string; link: string }

export function writeInvitationMail(
  { company, inviter, link }: InvitationFacts,
  language: Language,
): { subject: string; text: string } {
  if (language === 'es')
    return {
      subject: `Invitación de ${company}`,
      text: joinParagraphs(
        `${inviter} le invita a unirse a ${company} en Haulbook.`,
        `Abra este enlace. Sirve una vez, durante ${INVITATION_DAYS} días:\n${link}`,
        company,
      ),
    }
  return {
    subject: `Invitation from ${company}`,
    text: joinParagraphs(
      `${inviter} invited you to join ${company} in Haulbook.`,
      `Open this link. It works once, for ${INVITATION_DAYS} days:\n${link}`,
      company,
    ),
  }
}
