/** The texts of toasts and confirmations (SPEC A8). `singular` is an entity's name: "Driver". */
export const addedMessage = (singular: string) => `${singular} added successfully`
export const updatedMessage = (singular: string) => `${singular} updated successfully`
export const deletedMessage = (singular: string) => `${singular} deleted successfully`
export const addFailedMessage = (singular: string) => `Failed to add ${singular.toLowerCase()}`
export const updateFailedMessage = (singular: string) =>
  `Failed to update ${singular.toLowerCase()}`
export const deleteFailedMessage = (singular: string) =>
  `Failed to delete ${singular.toLowerCase()}`
/** `count`: the restored records; 0 if the record stays deleted. */
export const restoredMessage = (name: string, count = 1) =>
  count > 0 ? `${name} restored` : `${name} was not restored`
export const confirmDeleteMessage = (label: string) => `Are you sure you want to delete ${label}?`

/** A change that the person canceled at a question of the server. */
export const CANCELED_MESSAGE = 'Canceled. This change was not made.'

export const accountMessages = {
  loggedIn: 'Login successful',
  loginFailed: 'Login failed',
  wrongLogin: 'Invalid email or password',
  signedUp: 'Account created successfully',
  signupFailed: 'Signup failed',
  noAccount: 'Unable to create account',
  tooEasy: 'Too easy to guess.',
  tryAgain: 'An error occurred. Please try again.',
  noMembership:
    "You don't belong to an account. Create one, or ask an Admin of your company for an invitation.",
  logoutFailed: 'Logout failed',
  passwordChanged: 'Password changed successfully',
  passwordNotChanged: 'Failed to change password',
  othersEnded: "You're logged out everywhere else.",
  twoStepOn: 'Two-step login is on',
  twoStepOff: 'Two-step login is off',
  twoStepFailed: 'Failed to change two-step login',
  recoveryCodes: 'New recovery codes created',
  sessionEnded: 'Session ended successfully',
  sessionNotEnded: 'Failed to end session',
  notDeleted: 'Failed to delete account',
  deleted: 'Your account and all of its data are deleted.',
  deleting: 'Your account is deleted. Removing all of its data takes a few minutes.',
}

export const settingsMessages = {
  saved: 'Settings saved successfully',
  updated: 'Settings updated successfully',
  failedToSave: 'Failed to save settings',
  failedToUpdate: 'Failed to update settings',
}
