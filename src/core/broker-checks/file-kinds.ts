/** The files of FMCSA and DOT that Haulbook reads, recognized by their column titles (SPEC C229). */

export const FILE_KINDS = ['authority', 'insurance', 'census'] as const

export type FileKind = (typeof FILE_KINDS)[number]

type KindOfFile = {
  label: string
  /** The name of the file on data.transportation.gov. */
  source: string
  /** The titles that a file of this kind must have. */
  needed: readonly string[]
  usdot: string
  /** The columns of each docket: the kind and the digits in two columns, or both in one column. */
  dockets: readonly (readonly string[])[]
  /** The columns that are kept, with their labels. */
  kept: Readonly<Record<string, string>>
}

export const FILES: Readonly<Record<FileKind, KindOfFile>> = {
  authority: {
    label: 'Broker authority file',
    source: 'Motus Carrier',
    needed: ['DOCKET_NUMBER', 'USDOT_NUMBER', 'OP_AUTH_TYPE', 'OP_AUTH_STATUS', 'LEGAL_NAME'],
    usdot: 'USDOT_NUMBER',
    dockets: [['DOCKET_NUMBER']],
    kept: {
      USDOT_NUMBER: 'USDOT',
      DOCKET_NUMBER: 'Docket',
      OP_AUTH_TYPE: 'Authority',
      OP_AUTH_STATUS: 'Status',
      BOND_REQ: 'Bond required',
      BOND_FILE: 'Bond on file',
      LEGAL_NAME: 'Legal name',
      DBA_NAME: 'DBA name',
    },
  },
  insurance: {
    label: 'Bond file',
    source: 'Motus Insur',
    needed: ['INS_FORM_CODE', 'POLICY_NO', 'EFFECTIVE_DATE', 'USDOT_NUMBER'],
    usdot: 'USDOT_NUMBER',
    dockets: [['DOCKET_NUMBER']],
    kept: {
      USDOT_NUMBER: 'USDOT',
      DOCKET_NUMBER: 'Docket',
      INS_FORM_CODE: 'Form',
      POLICY_NO: 'Policy',
      EFFECTIVE_DATE: 'Effective',
      INSURANCE_COMPANY_NAME: 'Company',
    },
  },
  census: {
    label: 'Company census',
    source: 'Company Census',
    needed: ['DOT_NUMBER', 'LEGAL_NAME', 'STATUS_CODE', 'DOCKET1'],
    usdot: 'DOT_NUMBER',
    dockets: [1, 2, 3].map((number) => [`DOCKET${number}PREFIX`, `DOCKET${number}`]),
    kept: {
      DOT_NUMBER: 'USDOT',
      STATUS_CODE: 'Status',
      LEGAL_NAME: 'Legal name',
      DBA_NAME: 'DBA name',
      PHONE: 'Phone',
      EMAIL_ADDRESS: 'Email',
      ADD_DATE: 'Added',
      DOCKET1PREFIX: 'Docket kind',
      DOCKET1: 'Docket',
      DOCKET2PREFIX: 'Docket 2 kind',
      DOCKET2: 'Docket 2',
      DOCKET3PREFIX: 'Docket 3 kind',
      DOCKET3: 'Docket 3',
    },
  },
}

/** Uppercase with "_" between words: the open-data portal writes "USDOT Number" in some downloads. */
export function normalizeTitle(title: string): string {
  return title
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')
}

/** The file that has these titles, in any order; null for any other file. */
export function recognizeFile(titles: readonly string[]): FileKind | null {
  const present = new Set(titles.map(normalizeTitle))
  return FILE_KINDS.find((kind) => FILES[kind].needed.every((title) => present.has(title))) ?? null
}

/** The cells of a row that are kept, by title. Blank cells are left out. */
export type FileRow = Readonly<Record<string, string>>
