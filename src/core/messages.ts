/** The texts of toasts and confirmations (SPEC A8). `singular` is an entity's name: "Driver". */
import { pluralize } from './pluralize.ts'

export const added = (singular: string) => `${singular} added successfully`
export const updated = (singular: string) => `${singular} updated successfully`
export const deleted = (singular: string) => `${singular} deleted successfully`
export const failedToAdd = (singular: string) => `Failed to add ${singular.toLowerCase()}`
export const failedToUpdate = (singular: string) => `Failed to update ${singular.toLowerCase()}`
export const failedToDelete = (singular: string) => `Failed to delete ${singular.toLowerCase()}`
export const confirmDelete = (label: string) => `Are you sure you want to delete ${label}?`

/** The error for deleting a truck that has settlements (SPEC B24). */
export function cannotDeleteTruckMessage(
  { singular }: { singular: string },
  settlements: number,
): string {
  const reason = `This ${singular.toLowerCase()} has ${pluralize(settlements, 'settlement')}`
  return `${reason} and can't be deleted. Set its status to Inactive instead.`
}

export const accountMessages = {
  loggedIn: 'Login successful',
  loginFailed: 'Login failed',
  wrongLogin: 'Invalid email or password',
  signedUp: 'Account created successfully',
  signupFailed: 'Signup failed',
  noAccount: 'Unable to create account',
  tryAgain: 'An error occurred. Please try again.',
  logoutFailed: 'Logout failed',
  passwordChanged: 'Password changed successfully',
  passwordNotChanged: 'Failed to change password',
  othersEnded: "You're signed out everywhere else.",
  sessionEnded: 'Session ended successfully',
  sessionNotEnded: 'Failed to end session',
}

export const settingsMessages = {
  saved: 'Settings saved successfully',
  updated: 'Settings updated successfully',
  failedToSave: 'Failed to save settings',
  failedToUpdate: 'Failed to update settings',
}
