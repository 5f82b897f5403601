/** How the cells of a table that is added up look. */
export const CELL = 'px-3 py-2'
export const FIGURE = 'text-right tabular-nums whitespace-nowrap'
