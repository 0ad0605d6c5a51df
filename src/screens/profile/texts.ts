/** The words of the profile editor (spec section 2). */
export const texts = {
  page: 'Profile',
  title: 'Profile Details',
  back: 'Back to chats',
  upload: 'Upload profile image',
  uploadTypes: 'PNG or JPG',
  preview: 'Your profile',
  name: 'Name',
  email: 'Email',
  namePlaceholder: 'Your name',
  bio: 'Bio',
  bioPlaceholder: 'Enter Your Bio',
  save: 'Save',
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed in your profile is not saved.',
    stay: 'Keep editing',
    leave: 'Discard changes',
  },
  missing: { fullName: 'Enter your name.', bio: 'Say a few words about yourself.' },
} as const;
