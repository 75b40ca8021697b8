export { SocialImages } from './social-images.ts';
