/** Texts of the profile editor (spec section 2). */
export const texts = {
  page: 'Profile',
  title: 'Profile Details',
  back: 'Back to chats',
  upload: 'Upload profile image',
  uploadTypes: 'PNG or JPG',
  preview: 'Your profile',
  removePicture: 'Remove picture',
  crop: {
    frame: 'Part of the picture that others see',
    hint: 'Drag to move.',
    hintWithKeys: 'Drag to move, or use the arrow keys.',
    zoom: 'Zoom',
  },
  name: 'Name',
  email: 'Email',
  namePlaceholder: 'Your name',
  bio: 'Bio',
  bioPlaceholder: 'Enter Your Bio',
  save: 'Save',
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes haven’t been saved.',
    stay: 'Keep editing',
    leave: 'Discard changes',
  },
  missing: { fullName: 'Enter your name.', bio: 'Say a few words about yourself.' },
} as const;
