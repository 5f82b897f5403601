/** The pages of the user guide: docs/guide, and the Help screen. */

export type GuidePage = {
  /** The name of the file without its ending, and the end of the address. */
  name: string
  /** The page's heading. */
  title: string
  /** Additional words by which the palette finds the page. */
  words: string
}

export const GUIDE_PAGES: readonly GuidePage[] = [
  {
    name: 'first-hour',
    title: 'The First Hour',
    words: 'start sample data truck owner settlement statement',
  },
  {
    name: 'entering-loads',
    title: 'Entering Loads',
    words: 'load keyboard bol status duplicate settlement date views documents papers photos inbox',
  },
  {
    name: 'friday',
    title: 'Friday: The Settlement Run',
    words: 'approve pay exceptions checks pdf',
  },
  {
    name: 'invoices',
    title: 'Invoices',
    words: 'bill broker billing credit note void rebill terms receivables',
  },
  {
    name: 'receivables',
    title: 'Receivables',
    words: 'aging statement of account dispute contact reminder collection bond credit limit',
  },
  {
    name: 'money-received',
    title: 'Money Received',
    words: 'receipt check ach wire quick pay short pay dispute write-off unapplied refund bounced',
  },
  {
    name: 'factoring',
    title: 'Factoring',
    words:
      'factor schedule of accounts advance fee reserve chargeback remit-to notice of assignment',
  },
  {
    name: 'deductions-and-balances',
    title: 'Deductions and Balances',
    words: 'recurring basis floor factoring fee advance loan escrow carry-forward interest',
  },
  {
    name: 'fleet',
    title: 'Trailers, Leases and Cards',
    words: 'trailer odometer meter lease charge-back discount fuel card toll transponder plate',
  },
  {
    name: 'fuel-and-tolls',
    title: 'Fuel and Toll Cards',
    words: 'efs tch comdata pilot e-zpass import purchase diesel def advance conflict whose truck',
  },
  {
    name: 'profit',
    title: 'Profit and Costs',
    words: 'margin rate per mile deadhead lane broker cost insurance repair overhead spread',
  },
  { name: 'mail', title: 'Email', words: 'email smtp outbox send statement draft eml' },
  { name: 'import', title: 'Importing Spreadsheets', words: 'csv excel tms columns export' },
  {
    name: 'fixing-mistakes',
    title: 'Fixing Mistakes',
    words: 'undo trash restore void adjustment audit log conflict',
  },
  { name: 'team', title: 'Your Team', words: 'invite role member permission view as admin' },
  {
    name: 'two-step-login',
    title: 'Two-Step Login',
    words: 'second factor 2fa mfa totp code authenticator phone recovery password security',
  },
  {
    name: 'portal',
    title: 'What Truck Owners and Drivers See',
    words: 'portal owner-operator spanish question phone login',
  },
  {
    name: 'books',
    title: 'Books for Your Accountant',
    words: 'quickbooks iif journal export accountant account map csv',
  },
  {
    name: 'broker-checks',
    title: 'Checking Brokers',
    words: 'fmcsa dot mc usdot authority motus census bond insurance',
  },
  { name: 'year-end', title: 'Year-End and 1099s', words: 'tax 1099-nec payer backup withholding' },
]

/** The page that Help opens. */
export const FIRST_GUIDE_PAGE = 'first-hour'
