/** Texts of the panel about the other person. */
export const texts = {
  region: (fullName: string) => `About ${fullName}`,
  logOut: 'Logout',
  close: 'Close',

  media: 'Media',
  pictures: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`),
  all: (count: number) => `All ${count}`,
  noPictures: 'No pictures yet',
  noneOnDevice: 'Pictures come when the server can be reached.',
  notOnDevice: 'The others come when the server can be reached.',
  problem: 'Couldn’t load pictures',
  tryAgain: 'Try again',
  openImage: 'Open in a new window',
  enlarge: 'Enlarge',
  enlargeImage: (sender: string, time: string) => `Enlarge picture from ${sender}, ${time}`,
  imageName: (sender: string, time: string) => `Image from ${sender}, ${time}`,
  brokenImage: (name: string) => `${name}, did not load`,
  you: 'you',
} as const;
