/** What a file says of its picture before anything is decoded. */
import type { Profile } from './colour-profile.ts';

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
   * Whether it is baseline, one scan, eight bits, grey or YCbCr, with neither a colour profile nor an orientation. Not
   * progressive: libvips refuses some damage between scans that draws no warning in WebAssembly.
   */
  readonly isCommon: boolean;
}

export interface OtherHeader extends Header {
  readonly type: 'png' | 'webp';
}

export type PictureHeader = JpegHeader | OtherHeader;
