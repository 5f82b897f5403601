/** The table of payees' questions. */
import { textColumn, type Tables } from '#core/entities/table.ts'

export const questionTables = {
  questions: {
    singular: 'Question',
    seenBy: 'settlements',
    fields: {},
    stored: {
      billingId: 'Settlement ID',
      payee: 'Payee ID',
      number: 'Statement #',
      truck: 'Truck #',
      payeeName: 'Payee',
      lineKey: 'Line ID',
      lineText: 'Line',
      text: 'Question',
      askedBy: 'Asked By (ID)',
      askedAt: 'Asked',
      answer: 'Answer',
      answeredBy: 'Answered By (ID)',
      answeredAt: 'Answered',
    },
    csv: {
      file: 'questions',
      columns: [
        textColumn('billingId', 'Settlement ID'),
        textColumn('payee', 'Payee Key'),
        textColumn('number', 'Statement #'),
        textColumn('truck', 'Truck #'),
        textColumn('payeeName', 'Payee'),
        textColumn('lineKey', 'Line Key'),
        textColumn('lineText', 'Line'),
        textColumn('text', 'Question'),
        textColumn('askedAt', 'Asked At'),
        textColumn('askedBy', 'Asked By (Person ID)'),
        textColumn('answer', 'Answer'),
        textColumn('answeredAt', 'Answered At'),
        textColumn('answeredBy', 'Answered By (Person ID)'),
        textColumn('id', 'Question ID'),
      ],
    },
  },
} as const satisfies Tables
