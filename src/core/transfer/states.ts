/** The two-letter codes of states and provinces that a place in one cell can end with (SPEC C58). */

const UNITED_STATES = `AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY
  NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI`

const CANADA = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'

/** Programs use different codes for some of the Mexican states. */
const MEXICO = `AG BJ BN BS CH CI CL CP CU DF DG DO GE GJ GR GT HD HG JA MC MH MR MX NA NL OA PU QE QI QR SI SL SO TA TB TL
  TM VC VE YC YU ZA ZT`

export const STATES: ReadonlySet<string> = new Set(
  [UNITED_STATES, CANADA, MEXICO].flatMap((codes) => codes.split(/\s+/)),
)
