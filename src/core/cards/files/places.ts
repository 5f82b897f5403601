/** Files have gallons with three decimals and prices with four. */
export const GALLON_PLACES = 3
export const PRICE_PLACES = 4
