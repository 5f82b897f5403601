/**
 * For the operator, because Haulbook sends no email to reset passwords: `npm run reset-password -- someone@example.com` sets a
 * new password and turns two-step login off.
 */
import { resetPassword } from '#server/accounts/new-password.ts'
import { runCommand, withDatabase } from '#scripts/with-database.ts'

await runCommand(async () => {
  const email = process.argv[2]
  if (!email) throw new Error('Usage: npm run reset-password -- someone@example.com')
  const password = await withDatabase((database) => resetPassword(database, email))
  if (!password) throw new Error(`No one has the email ${email}.`)
  return `The new password of ${email} is ${password}\nTwo-step login is off. All sessions have ended. After logging in, change the password in Settings.`
})
