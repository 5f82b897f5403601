/** The eight known layouts, drawn (SPEC C120). */
import { chRobinson } from './ch-robinson.ts'
import { coyote } from './coyote.ts'
import type { DrawnPaper } from './draw.ts'
import { echo } from './echo.ts'
import { keystone } from './keystone.ts'
import { landstar } from './landstar.ts'
import { ldi } from './ldi.ts'
import { ntg } from './ntg.ts'
import { rxo } from './rxo.ts'
import { summit } from './summit.ts'
import { tql } from './tql.ts'

export const DRAWN_PAPERS: readonly DrawnPaper[] = [
  chRobinson,
  tql,
  coyote,
  landstar,
  rxo,
  echo,
  ntg,
  ldi,
]

/** Drawn after the reader was written, to see how it does on papers that it does not know. */
export const UNFITTED_PAPERS: readonly DrawnPaper[] = [keystone, summit]
