/** Made by functions/page/build.ts while the function is bundled. */
declare module 'subsecond:page' {
  const page: import('./service/page.ts').Page;
  export default page;
}
