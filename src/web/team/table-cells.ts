/** The cells of the tables on the Team page. */
export const HEAD_CELL = 'bg-head px-2 py-2 text-left font-medium xl:px-3'
export const CELL = 'px-2 py-1.5 xl:px-3'
