import { randomUUID } from 'node:crypto';

const DAY = 24 * 60 * 60 * 1_000;

/** Key and certificate as PEM. @typedef {{key: string, cert: string}} Certificate */

/** Creates a self-signed certificate for localhost and 127.0.0.1, valid for a day. @returns {Promise<Certificate>} */
export async function selfSigned() {
  // The certificate library injects its parts by decorators. It loads here: many suites import this file, few need TLS.
  await import('reflect-metadata');
  const { SubjectAlternativeNameExtension, X509CertificateGenerator, cryptoProvider } = await import('@peculiar/x509');
  cryptoProvider.set(crypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = Date.now();
  const made = await X509CertificateGenerator.createSelfSigned({
    // OpenSSL finds a trusted certificate by its name, and takes the first of two that share one.
    name: `CN=localhost, OU=${randomUUID()}`,
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + DAY),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert: made.toString('pem') };
}
