/** What the screens and the API say about mails. */
export const mailMessages = {
  notSetUp:
    'Mail is not set up on this server. The person who runs it sets SMTP_URL and SMTP_FROM. Until then, download the file and mail it yourself.',
  address: (address: string) => `${address} is not an email address`,
  noAddress: 'Enter an email address',
  tooManyAddresses: (most: number) => `Enter ${most} addresses or fewer`,
  tooLarge: (name: string, limitMb: number) =>
    `${name} is larger than ${limitMb} MB, the most that one mail can have. Make it smaller, or download it and send it another way.`,
  noSubject: 'Subject is required',
  mayHaveBeenSent:
    'The connection broke after the mail was handed over. It may have been sent, so it is not sent again by itself.',
  confirmAgain: 'This mail may have been sent. Send it again?',
  done: 'This mail is done',
  beingSent: 'This mail is being sent. Try again in a moment.',
  lost: 'The server stopped while it sent this mail.',
  notYours: 'In your role you can’t decide about this mail',
  tooManyTests: 'Your team sent 20 test mails in an hour. Please try again later.',
}
