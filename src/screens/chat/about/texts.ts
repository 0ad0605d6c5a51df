/** What the panel about the other person says. */
export const texts = {
  region: (fullName: string) => `About ${fullName}`,
  logOut: 'Logout',

  media: 'Media',
  images: (count: number) => (count === 1 ? '1 image' : `${count} images`),
  noImages: 'No images yet',
  picturesProblem: 'The pictures did not load',
  olderPictures: 'Look for older pictures',
  openImage: 'Open in a new window',
  enlarge: 'Enlarge',
  enlargeImage: (sender: string, time: string) => `Enlarge picture from ${sender}, ${time}`,
  imageName: (sender: string, time: string) => `Image from ${sender}, ${time}`,
  brokenImage: (name: string) => `${name}, did not load`,
  you: 'you',
} as const;
