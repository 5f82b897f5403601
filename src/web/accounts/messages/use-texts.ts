/** The login's texts in the person's language (SPEC C81). */
import { use } from 'react'
import { accountMessages } from '#core/messages.ts'
import { ApiError } from '#web/api/client.ts'
import { useLanguage } from '#web/api/language.ts'
import { accountEnglish, type AccountTexts } from './english.ts'

type Spanish = (typeof import('./spanish.ts'))['accountSpanish']

let spanish: Promise<Spanish> | undefined
let loaded: Spanish | undefined

/** Loads Spanish when it is first shown, so that most people's login does not wait for it. */
export function useAccountTexts(): AccountTexts {
  return useSpanish() ?? accountEnglish
}

/** Undefined in English. A screen that shows Spanish again does not wait: `use` would, even for a promise that is settled. */
export function useSpanish(): Spanish | undefined {
  return useLanguage() === 'es' ? (loaded ?? use(loadSpanish())) : undefined
}

export function loadSpanish() {
  return (spanish ??= importSpanish())
}

async function importSpanish(): Promise<Spanish> {
  loaded = (await import('./spanish.ts')).accountSpanish
  return loaded
}

/** Translates a message of the server or of a form's schema. Returns an unknown message unchanged. */
export function translateMessage(message: string, texts: AccountTexts): string {
  if (texts === accountEnglish) return message
  if (message.startsWith(accountMessages.tooEasy)) return texts.weakPassword
  return texts.known[message] ?? message
}

/** Translates the error of a form field. */
export function translateError(
  error: { message?: string | undefined } | undefined,
  texts: AccountTexts,
): string | undefined {
  return error?.message && translateMessage(error.message, texts)
}

/** The message of a failed request. In Spanish, a text for the status replaces an unknown message. */
export function messageOf(error: unknown, texts: AccountTexts): string {
  const { message } = error as Error
  const translated = translateMessage(message, texts)
  if (texts === accountEnglish || translated !== message) return translated
  return (error instanceof ApiError && texts.statuses[error.status]) || texts.other
}

/** Describes for a toast why a login failed. `fallback`: used if the server sent no message. */
export function describeLoginFailure(
  error: unknown,
  texts: AccountTexts,
  fallback: string,
): string {
  if (texts !== accountEnglish) return messageOf(error, texts)
  if (!(error instanceof ApiError) || error.status === 0) return texts.other
  return ((error.body ?? {}) as { message?: string }).message ?? fallback
}
