/** Every text of the login and the invitation in English. The compiler checks that Spanish has the same ones. */
import type { Role } from '#core/team/roles.ts'
import { accountMessages } from '#core/messages.ts'
import { INVALID_RESET } from '#core/accounts/reset-link.ts'
import { INVALID_INVITATION } from '#core/team/invitation-link.ts'

export const accountEnglish = {
  email: 'Email',
  password: 'Password',
  showPassword: { show: 'Show password', hide: 'Hide password' },
  cancel: 'Cancel',
  retry: 'Retry',
  loading: 'Loading...',
  loadFailed: "Couldn't load this:",

  login: {
    title: 'Login to Your Account',
    submit: 'Login',
    submitting: 'Logging in...',
    noAccount: "Don't have an account?",
    signUp: 'Sign up',
    done: accountMessages.loggedIn,
    failed: accountMessages.loginFailed,
    left: 'You left the account.',
    forgot: 'Forgot your password?',
  },

  code: {
    title: 'Two-Step Login',
    subtitle: 'Enter the code that your authenticator app shows.',
    app: 'Code',
    recovery: 'Recovery Code',
    useApp: 'Use the authenticator app',
    useRecovery: 'Use a recovery code',
    back: 'Back to login',
  },

  again: {
    title: 'Log In Again',
    description: (email: string) =>
      `Your session expired. Log in as ${email} to continue; nothing you typed is lost.`,
    notNow: 'Not Now',
  },

  noAccount: {
    title: "You Don't Belong to an Account",
    waiting:
      'Your access to your last account has ended. Wait for an invitation: an Admin of your company sends you a link.',
    own: 'Or create an account of your own. It starts empty, and you are its Admin.',
    create: 'Create an Account',
    creating: 'Creating Account...',
    failed: accountMessages.signupFailed,
  },

  person: {
    firstName: 'First Name',
    lastName: 'Last Name',
    passwordHint: 'Minimum 8 characters',
    strongPassword: 'Hard to guess',
  },

  invitation: {
    page: 'Invitation',
    title: (account: string) => `Join ${account}`,
    subtitle: (role: string) => `You're invited as ${role}.`,
    invalid: INVALID_INVITATION,
    failed: "Couldn't join",
    joining: 'Joining...',
    create: 'Create Login and Join',
    logInAndJoin: 'Log In and Join',
    known: (email: string) => [
      'You already have a login. Enter the password of ',
      email,
      ' to join.',
    ],
    others: 'Your other accounts stay. You switch between them in the sidebar.',
    notNow: 'Not now',
    otherPerson: (invited: string, current: string) => [
      'This invitation is for ',
      invited,
      '. You are logged in as ',
      current,
      '.',
    ],
    logOut: 'Log Out and Continue',
    loggingOut: 'Logging out...',
    logOutFailed: accountMessages.logoutFailed,
    home: 'Go to the dashboard',
  },

  reset: {
    forgotTitle: 'Forgot Your Password?',
    forgotSubtitle: 'We email you a link to choose a new one.',
    send: 'Send Link',
    sending: 'Sending...',
    sendFailed: "Couldn't send the link",
    sent: (email: string) =>
      `If ${email} has a login, a link is on its way. It works once, for one hour. Look in the spam folder too.`,
    askAdmin: 'Ask an Admin of your company. On their Team page they make a link for you.',
    askOperator: [
      'Are you the only Admin? The person who runs Haulbook sets a new password on the server: ',
      'npm run reset-password -- you@example.com',
    ],
    title: 'Choose a New Password',
    subtitle: (email: string) => `For ${email}. You will be logged out everywhere.`,
    newPassword: 'New Password',
    save: 'Save Password',
    saving: 'Saving...',
    failed: accountMessages.passwordNotChanged,
    done: 'Your password is changed. Log in with the new one.',
    invalid: INVALID_RESET,
  },

  /** In English, the role's label. */
  roles: {} as Partial<Record<Role, string>>,

  /** Spanish texts of the server's messages, by the English text. */
  known: {} as Record<string, string>,
  /** Spanish texts for messages that are not in `known`, by the response's status. */
  statuses: {} as Record<number, string>,
  weakPassword: '',
  other: accountMessages.tryAgain,
}

export type AccountTexts = typeof accountEnglish
