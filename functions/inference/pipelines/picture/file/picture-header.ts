/** What a file says of its picture before anything is decoded. */

/** Size of a picture in pixels, as it lies in the file. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface Header extends PictureSize {
  /** Bytes that decoding keeps at once because the file is not coded row by row; 0 where it is. */
  readonly heldBytes: number;
  /** Bytes that decoding works through in all its passes: a million of them take about a millisecond of one core. */
  readonly workBytes: number;
}

export interface JpegHeader extends Header {
  readonly type: 'jpeg';
  readonly scans: number;
  /** Cyan, magenta, yellow and black. */
  readonly isInks: boolean;
  /** Whether it is baseline, one scan, eight bits, grey or of three components, and lies as it was held. */
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

export interface OtherHeader extends Header {
  readonly type: 'avif' | 'gif' | 'tiff';
  readonly isInks: boolean;
}

export type PictureHeader = JpegHeader | PngHeader | WebpHeader | OtherHeader;
