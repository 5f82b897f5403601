/** The texts of the notices above the office and the portal (SPEC C81, C83). Separate, because the login needs none of them. */
import type { Language } from '#core/languages.ts'

const english = {
  /** Another tab switched to another account or person. */
  switched: {
    title: 'You switched accounts',
    otherPerson: 'Someone else is logged in',
    byYou: (shown: string, other: string) =>
      `This page shows ${shown}. In another tab you switched to ${other}.`,
    byOther: (shown: string, email: string) =>
      `This page shows ${shown}. In another tab ${email} logged in.`,
    open: (account: string) => `Open ${account}`,
    back: (account: string) => `Switch Back to ${account}`,
    failed: "Couldn't switch accounts",
  },

  viewAs: {
    label: 'Viewing as',
    /** The middle part is emphasized. */
    status: (viewed: string) => ['Viewing as ', viewed, ', read-only'],
    stop: 'Stop',
    stopFailed: "Couldn't return to your own view",
  },
}

const spanish: typeof english = {
  switched: {
    title: 'Usted cambió de cuenta',
    otherPerson: 'Otra persona inició sesión',
    byYou: (shown, other) =>
      `Esta página muestra ${shown}. En otra pestaña usted cambió a ${other}.`,
    byOther: (shown, email) =>
      `Esta página muestra ${shown}. En otra pestaña inició sesión ${email}.`,
    open: (account) => `Abrir ${account}`,
    back: (account) => `Volver a ${account}`,
    failed: 'No se pudo cambiar de cuenta',
  },

  viewAs: {
    label: 'Vista de otra persona',
    status: (viewed) => ['Usted ve lo que ve ', viewed, ', solo lectura'],
    stop: 'Terminar',
    stopFailed: 'No se pudo volver a su propia vista',
  },
}

export const noticeTexts: Record<Language, typeof english> = { en: english, es: spanish }
