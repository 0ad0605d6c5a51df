/** Texts of the picture viewer. */
export const texts = {
  title: (fullName: string) => `Pictures with ${fullName}`,
  pictures: 'Pictures',
  picture: 'Picture',
  place: '{index} of {total}',
  placeOf: (index: number, total: number) => `${index} of ${total}`,
  you: 'You',
  name: (sender: string, time: string) => `Image from ${sender}, ${time}`,
  caption: (sender: string, date: string, time: string) => `${sender}, ${date}, ${time}`,
  fileName: (date: string, time: string) => `Duet ${date} ${time.replace(':', '.')}`,

  previous: 'Previous picture',
  next: 'Next picture',
  close: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  save: 'Save picture',
  openInWindow: 'Open in a new window',
  broken: 'This picture didn’t load',
  unavailable: 'Couldn’t load the viewer. Please try again.',
};
