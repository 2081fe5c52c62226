import { expect } from '@playwright/test';
import { product } from './product.js';

interface Mail {
  subject: string;
  text: string;
  to: { address: string }[];
}

async function mailsTo(address: string, subject: string): Promise<Mail[]> {
  const mails = (await (await fetch(`${product.mailPage}/email`)).json()) as Mail[];
  return mails.filter((mail) => mail.subject === subject && mail.to.some((to) => to.address === address));
}

/** Waits for `count` mails with this subject and returns the link of the newest. */
export async function linkMailedTo(address: string, subject: string, count = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(address, subject)).length).toBe(count);
  const newest = (await mailsTo(address, subject)).at(-1);
  const link = /https?:\/\/\S+/.exec(newest?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`There is no link in "${subject}"`);
  return link;
}
