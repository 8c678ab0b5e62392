/** What a file says of its picture before anything is decoded. */

/** Size of a picture in pixels, as it lies in the file. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface Header extends PictureSize {
  readonly profile: Profile;
  /** Bytes that decoding keeps at once because the file is not coded row by row; 0 where it is. */
  readonly heldBytes: number;
  /** Bytes that decoding works through in all its passes: a million of them take about a millisecond of one core. */
  readonly workBytes: number;
}

export interface JpegHeader extends Header {
  readonly type: 'jpeg';
  readonly scans: number;
  /**
   * Whether it is baseline, one scan, eight bits, grey or YCbCr, with neither a colour profile (but sRGB's) nor an orientation.
   * Not progressive: libvips refuses some damage between scans that draws no warning in WebAssembly.
   */
  readonly isCommon: boolean;
}

export interface PngHeader extends Header {
  readonly type: 'png';
  /** Bytes a pixel of eight bits, grey or RGB, not interlaced; undefined for every other coding. */
  readonly plainChannels: 1 | 3 | undefined;
}

export interface WebpHeader extends Header {
  readonly type: 'webp';
}

export type PictureHeader = JpegHeader | PngHeader | WebpHeader;

/**
 * Which colours a picture has: `srgb` needs no conversion, be it for lack of a profile; `rgb` are those of another
 * profile for red, green and blue; `other` has a profile of grey or of inks.
 */
export type Profile = 'srgb' | 'rgb' | 'other';

const SPACE_START = 16;
const SPACE_END = 20;
/** How the profiles of most cameras and programs name themselves. Others that are like sRGB are converted for nothing. */
const SRGB = /sRGB (IEC61966-2|built-in)/;
/** Bytes from the start in which the name is looked for. */
const NAME_WITHIN = 1024;

/** @param icc the profile, or the beginning of it */
export function profileOf(icc: Uint8Array): Profile {
  const text = Buffer.from(icc.buffer, icc.byteOffset, Math.min(icc.length, NAME_WITHIN)).toString('latin1');
  if (text.slice(SPACE_START, SPACE_END) !== 'RGB ') return 'other';
  // Since version 4 the name is in UTF-16.
  return SRGB.test(text.replaceAll('\0', '')) ? 'srgb' : 'rgb';
}
