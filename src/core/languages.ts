/** The languages of the portal, the login and a statement. The office's screens are in English. */

export const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
] as const

export type Language = (typeof LANGUAGES)[number]['value']
