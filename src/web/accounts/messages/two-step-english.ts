/** Every text of the two-step login setup in English. The login does not load them. */
import { accountMessages } from '#core/messages.ts'

export const twoStepEnglish = {
  title: 'Two-Step Login',
  description: 'A code from an app on your phone, in addition to your password.',
  on: (day: string) => `On since ${day}.`,
  left: (count: number) => `${count} recovery ${count === 1 ? 'code' : 'codes'} left.`,
  turnOn: 'Turn On',
  turnOnLabel: 'Turn on two-step login',
  turningOn: 'Turning on...',
  turnOnTitle: 'Turn On Two-Step Login',
  turnOnNote: "You'll be logged out on all other devices.",
  turnOff: 'Turn Off',
  turnOffLabel: 'Turn off two-step login',
  turnOffTitle: 'Turn Off Two-Step Login',
  turnOffRequired:
    'Your carrier requires two-step login: you must set it up again right away, for example on a new phone.',
  turnOffNote:
    'Your password alone will protect your account. You will be logged out on all other devices.',
  saving: 'Saving...',
  scan: 'Scan the QR code with an authenticator app, such as Google Authenticator or your password manager. Then enter its code.',
  qr: 'QR code for your authenticator app',
  onThisPhone: 'On this phone:',
  openApp: 'open your authenticator app',
  typeKey: "Can't scan it? Type this key:",
  setUpTitle: 'Set Up Two-Step Login',
  setUpNote: 'Your carrier requires a code from your phone besides your password.',
  logOut: 'Log Out',
  newCodes: 'New Recovery Codes',
  newCodesNote: 'The earlier recovery codes stop working.',
  createCodes: 'Create Codes',
  codes: 'Recovery Codes',
  codesLabel: 'Recovery codes',
  codesNote:
    'If you lose your phone, log in with one of these codes. Each works once. They are not shown again: print or save them.',
  codesFile: 'Haulbook recovery codes. Each works once.',
  codesCopied: 'Recovery codes copied',
  copy: 'Copy',
  save: 'Save as File',
  print: 'Print',
  saved: 'I Saved These Codes',
  isOn: accountMessages.twoStepOn,
  isOff: accountMessages.twoStepOff,
  othersEnded: accountMessages.othersEnded,
  newCodesDone: accountMessages.recoveryCodes,
  failed: accountMessages.twoStepFailed,
}

export type TwoStepTexts = typeof twoStepEnglish
