/** The email with the link that sets a new password (SPEC C493, C494). */
import { ADMIN_LINK_HOURS, MAILED_LINK_HOURS } from '#core/accounts/reset-link.ts'
import type { Language } from '#core/languages.ts'
import { joinParagraphs } from './settings.ts'

/** `link`: the whole address with the token. `admin`: the name of the Admin who made it. */
export type ResetFacts = { email: string; link: string; admin?: string | undefined }

export function writeResetMail(
  { email, link, admin }: ResetFacts,
  language: Language,
): { subject: string; text: string } {
  const hours = admin ? ADMIN_LINK_HOURS : MAILED_LINK_HOURS
  if (language === 'es')
    return {
      subject: 'Contraseña nueva de Haulbook',
      text: joinParagraphs(
        admin
          ? `${admin} le envía un enlace para elegir una contraseña nueva de ${email}.`
          : `Alguien pidió una contraseña nueva de ${email}. Si no fue usted, no haga nada: su contraseña no cambia.`,
        `Abra este enlace. Sirve una vez, durante ${hours} ${hours === 1 ? 'hora' : 'horas'}:\n${link}`,
      ),
    }
  return {
    subject: 'New password for Haulbook',
    text: joinParagraphs(
      admin
        ? `${admin} sends you a link to choose a new password for ${email}.`
        : `Someone asked for a new password for ${email}. If it was not you, do nothing: your password stays as it is.`,
      `Open this link. It works once, for ${hours} ${hours === 1 ? 'hour' : 'hours'}:\n${link}`,
    ),
  }
}
