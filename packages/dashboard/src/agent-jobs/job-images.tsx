import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './job-images.module.css';
import { jobImageQuery, type JobIds } from './queries.ts';
import type { SentImage } from './sent-images.ts';

export interface JobImagesProps {
  readonly ids: JobIds;
  readonly images: readonly SentImage[];
}

/** Images of a job as thumbnails with their names. A thumbnail opens the image. */
export const JobImages = ({ ids, images }: JobImagesProps): ReactElement => (
  <ul className={styles['list']} aria-label="Images">
    {images.map((image) => (
      <li key={image.digest}>
        <JobImage ids={ids} image={image} />
      </li>
    ))}
  </ul>
);

function JobImage({ ids, image }: { readonly ids: JobIds; readonly image: SentImage }): ReactElement {
  const { data: address, isError } = useQuery(jobImageQuery(useClient(), ids, image.digest));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles['image']}
        disabled={address === undefined}
        onClick={() => setIsOpen(true)}
        aria-label={`Show ${image.name}`}
      >
        {address === undefined ? <span className={styles['empty']} /> : <img src={address} alt="" />}
        <bdi className={styles['name']}>{image.name}</bdi>
        {isError && <span className={styles['name']}>The image can’t be loaded.</span>}
      </button>
      {address !== undefined && (
        <Dialog title={image.name} isOpen={isOpen} onClose={() => setIsOpen(false)}>
          <img src={address} alt={image.name} className={styles['whole']} />
        </Dialog>
      )}
    </>
  );
}
