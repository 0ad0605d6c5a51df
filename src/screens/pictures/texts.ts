export const texts = {
  sent: (sent: number, limit: number, endsAt: string) =>
    `${sent} of ${limit} MB of pictures sent today. They are counted anew from ${endsAt} on.`,
};
