/** Guesses what a file is from its name and the text of its first page. A person confirms the guess (SPEC C116). */
import type { DocumentKind } from './kinds.ts'

type Guess = { kind: DocumentKind; words: RegExp }

/** The first match wins. A rate confirmation also names the BOL, so it comes first. */
const BY_TEXT: Guess[] = [
  {
    kind: 'rate-confirmation',
    words:
      /rate\s*(?:&\s*load\s*)?con(?:firmation)?\b|(?:carrier|load)\s+(?:load\s+)?confirmation|carrier\s+rate\b/i,
  },
  { kind: 'lumper-receipt', words: /\blumper|unloading\s+(?:fee|service|receipt)/i },
  {
    kind: 'scale-ticket',
    words:
      /\bcat\s+scale|scale\s+ticket|gross\s+weight.*steer\s+axle|weigh(?:master)?\s+certificate/i,
  },
  { kind: 'detention-proof', words: /\bdetention\b/i },
  { kind: 'pod', words: /proof\s+of\s+delivery|delivery\s+receipt/i },
  { kind: 'bol', words: /bill\s+of\s+lading|\bb\.?o\.?l\b/i },
  { kind: 'receipt', words: /\breceipt\b/i },
]

/** Names are shorter: "RC", "ratecon", "POD". */
const BY_NAME: Guess[] = [
  { kind: 'rate-confirmation', words: /rate.?con|confirmation|\brc\b|\bratecon/i },
  { kind: 'lumper-receipt', words: /lumper/i },
  { kind: 'scale-ticket', words: /scale|weigh/i },
  { kind: 'detention-proof', words: /detention/i },
  { kind: 'pod', words: /\bpod\b|proof/i },
  { kind: 'bol', words: /\bbol\b|lading/i },
  { kind: 'receipt', words: /receipt/i },
]

/** `text`: of the first page, blank for a picture. */
export function guessKind(name: string, text = ''): DocumentKind {
  const spaced = name.replaceAll(/[_.-]+/g, ' ')
  const byName = BY_NAME.find(({ words }) => words.test(spaced))
  const byText = BY_TEXT.find(({ words }) => words.test(text))
  return (byName ?? byText)?.kind ?? 'other'
}
