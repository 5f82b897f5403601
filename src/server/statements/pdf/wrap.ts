/** Text in lines of a given width: nothing is cut off, a word that is longer than a line goes on in the next. */

/** More than a line of the smallest print holds. */
const MOST_LETTERS = 400

/** `fits` says whether a text is not too wide for a line. A paragraph begins at each "\n". */
export function wrapText(text: string, fits: (text: string) => boolean): string[] {
  // What no line could hold is not measured as a whole: that would take long.
  const short = (piece: string) => piece.length <= MOST_LETTERS && fits(piece)
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, short))
}

function wrapParagraph(paragraph: string, fits: (text: string) => boolean): string[] {
  if (fits(paragraph)) return [paragraph]
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ').flatMap((one) => splitParts(one, fits))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** A word, or the parts of one that is wider than a line; never less than a letter. */
function splitParts(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word]
  const letters = [...word]
  const parts: string[] = []
  for (let from = 0; from < letters.length;) {
    const length = longestFitting(letters.slice(from, from + MOST_LETTERS), fits)
    parts.push(letters.slice(from, from + length).join(''))
    from += length
  }
  return parts
}

function longestFitting(letters: string[], fits: (text: string) => boolean): number {
  let [least, most] = [1, letters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(letters.slice(0, middle).join(''))) least = middle
    else most = middle - 1
  }
  return least
}
