/** Breaks text into lines of a given width. A word longer than a line continues on the next line. */

/** A limit above the number of characters that fit on a line in the smallest size. */
const LONGEST_LINE = 400

/** `fits` tells whether a text fits on one line. Each "\n" begins a new line. */
export function wrapText(text: string, fits: (text: string) => boolean): string[] {
  // Very long texts are not measured as a whole, because measuring them is slow.
  const fitsOnLine = (piece: string) => piece.length <= LONGEST_LINE && fits(piece)
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, fitsOnLine))
}

function wrapParagraph(paragraph: string, fits: (text: string) => boolean): string[] {
  if (fits(paragraph)) return [paragraph]
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ').flatMap((part) => splitWord(part, fits))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** Splits a word that is wider than a line into parts of at least one character. */
function splitWord(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word]
  const characters = [...word]
  const parts: string[] = []
  for (let from = 0; from < characters.length;) {
    const length = findFittingLength(characters.slice(from, from + LONGEST_LINE), fits)
    parts.push(characters.slice(from, from + length).join(''))
    from += length
  }
  return parts
}

function findFittingLength(characters: string[], fits: (text: string) => boolean): number {
  let [least, most] = [1, characters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(characters.slice(0, middle).join(''))) least = middle
    else most = middle - 1
  }
  return least
}
