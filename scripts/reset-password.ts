/** `npm run reset-password -- someone@example.com`: for whoever runs the server, as there may be no mail. */
import { resetPassword } from '#server/accounts/new-password.ts'
import { runCommand, withDatabase } from './with-database.ts'

await runCommand(async () => {
  const email = process.argv[2]
  if (!email) throw new Error('Name the account: npm run reset-password -- someone@example.com')
  const password = await withDatabase((database) => resetPassword(database, email))
  if (!password) throw new Error(`There is no account with the email ${email}.`)
  return `The new password of ${email} is ${password}\nEvery session of the account has ended. Change the password in Settings after logging in.`
})
