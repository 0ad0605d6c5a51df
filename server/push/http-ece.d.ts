/** Types of the part of `http_ece` that is used. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface WebPushParameters {
    version: 'aes128gcm';
    /** The receiver's public key when encrypting, as base64url. */
    dh?: string;
    /** Of the sender when encrypting, of the receiver when decrypting. */
    privateKey: ECDH;
    authSecret: string;
    salt?: string;
  }

  const ece: {
    encrypt(content: Buffer, parameters: WebPushParameters): Buffer;
    decrypt(content: Buffer, parameters: WebPushParameters): Buffer;
  };
  export default ece;
}
