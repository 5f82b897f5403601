/** The tables of fuel and toll cards. */
import { listedRows, textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { cardAccounts, cards } from './cards.ts'
import { cardImportFields, cardImports } from './imports.ts'
import { cardPurchaseFields, cardPurchases } from './purchase-list.ts'

const rights = { seenBy: 'settlements', changedBy: 'payroll' } as const

export const cardTables = {
  card_accounts: listedRows(cardAccounts, rights),
  cards: listedRows(cards, rights),
  card_imports: {
    singular: cardImports.singular,
    seenBy: 'settlements',
    fields: cardImportFields,
    stored: { madeBy: 'Made By (ID)', sha256: 'SHA-256', earlierFiles: 'Earlier Files (IDs)' },
    csv: {
      file: cardImports.name,
      columns: [
        ...csvColumns(cardImportFields),
        textColumn('sha256', 'SHA-256'),
        textColumn('earlierFiles', 'Earlier Files (IDs)'),
        textColumn('madeBy', 'Made By (Person ID)'),
        textColumn('id', 'ID'),
      ],
    },
  },
  card_purchases: {
    singular: cardPurchases.singular,
    words: { one: 'purchase', many: 'purchases' },
    keepsLinked: true,
    seenBy: 'settlements',
    labelField: cardPurchases.label,
    fields: cardPurchaseFields,
    stored: {
      importId: 'File (ID)',
      key: 'Key',
      item: 'Item of Key',
      cells: 'Cells of the File',
      conflict: 'Figures of a Later File',
      refused: 'Figures Decided Against',
      offReason: 'Taken Off Because',
    },
    csv: {
      file: cardPurchases.name,
      columns: [
        ...csvColumns(cardPurchaseFields),
        textColumn('key', 'Key'),
        textColumn('item', 'Item of Key'),
        textColumn('cells', 'Cells of the File'),
        textColumn('conflict', 'Figures of a Later File'),
        textColumn('refused', 'Figures Decided Against'),
        textColumn('offReason', 'Taken Off Because'),
        textColumn('importId', 'File ID'),
        textColumn('id', 'ID'),
      ],
    },
  },
} as const satisfies Tables
