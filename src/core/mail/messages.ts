/** Messages about emails, for the screens and the API. */
export const mailMessages = {
  notSetUp:
    'Email is not set up on this server. The person who runs it sets SMTP_URL and SMTP_FROM. Until then, download the file and email it yourself.',
  address: (address: string) => `${address} is not an email address`,
  noAddress: 'Enter an email address',
  tooManyAddresses: (most: number) => `Enter ${most} addresses or fewer`,
  tooManyInAll: (most: number) => `Enter ${most} addresses or fewer in To and Cc together`,
  tooLarge: (name: string, limitMb: number) =>
    `${name} is larger than ${limitMb} MB, the maximum for one email. Make it smaller, or download it and send it another way.`,
  noSubject: 'Subject is required',
  mayHaveBeenSent:
    'The connection broke after the email was handed to the mail server. It may have been sent, so it is not sent again automatically.',
  partly:
    'Some addresses were rejected. Send it again to these only, or email the record to a corrected address and mark this email as sent.',
  confirmAgain: 'This email may have been sent. Send it again?',
  done: 'This email is already sent or canceled',
  beingSent: 'This email is being sent. Try again in a moment.',
  lost: 'The server stopped while it sent this email.',
  notYours: 'Your role can’t decide about this email',
  tooManyTests: 'Your team sent 20 test emails in an hour. Please try again later.',
}
